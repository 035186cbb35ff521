#!/usr/bin/env bash
# Mounts a stick for Cartouche, and lets go of it; called by cartouche-stick@.service as root.
#
#   stick.sh start sda1     mounts /dev/sda1 on /run/media/cartouche/sda1
#   stick.sh stop sda1      writes everything out and unmounts it: it may be pulled when this ends with 0
#
#   STICK_ROOT=DIR          puts /dev and /run below DIR, for trying out
# What the machine itself uses (a partition of a disk it runs from, or one that is mounted already) is left alone.
set -euo pipefail

usage() {
    echo "usage: stick.sh start|stop NAME (as sda1)" >&2
    exit 2
}
[ $# -eq 2 ] || usage
# A name of the kernel and nothing that leads elsewhere.
[[ $2 =~ ^[a-z0-9]+$ ]] || usage

base=${STICK_ROOT:-}
device=$base/dev/$2
place=$base/run/media/cartouche/$2
owner=cartouche

say() { printf 'stick %s: %s\n' "$name" "$*"; }
stop() {
    printf 'stick %s: %s\n' "$name" "$*" >&2
    exit 1
}
name=$2

# Where partitions of the same disk are mounted, one line each: the machine may run from a stick.
mounted_of_disk() {
    local disk
    disk=$(lsblk --noheadings --nodeps --output PKNAME "$device")
    lsblk --noheadings --output MOUNTPOINTS "/dev/${disk:-$name}"
}

used_by_machine() {
    local where
    while read -r where; do
        case $where in / | /boot* | /usr* | /var* | /opt* | /home* | '[SWAP]') return 0 ;; esac
    done < <(mounted_of_disk)
    return 1
}

options_of() { # options_of KIND prints the options of a file system, or fails where it is none for sticks
    local safe="nosuid,nodev,noexec,noatime"
    # The first three know no owners: everything on them is made ours. "flush" writes out as soon as the stick is idle.
    case $1 in
        vfat) echo "$safe,uid=$owner,gid=$owner,umask=077,utf8,flush" ;;
        exfat) echo "$safe,uid=$owner,gid=$owner,umask=077,iocharset=utf8" ;;
        ntfs) echo "$safe,uid=$owner,gid=$owner,umask=077,iocharset=utf8" ;;
        ext2 | ext3 | ext4) echo "$safe" ;;
        *) return 1 ;;
    esac
}

start() {
    local kind options
    if findmnt --source "$device" > /dev/null || used_by_machine; then
        say "it is in use already and left alone"
        return 0
    fi
    kind=$(blkid -p -o value -s TYPE "$device") || stop "no file system was found on it"
    options=$(options_of "$kind") || stop "its file system ($kind) is not one that sticks for Cartouche may have"
    # The kernel's own driver for it has another name.
    if [ "$kind" = ntfs ]; then kind=ntfs3; fi
    mkdir -p -- "$place"
    if ! mount -t "$kind" -o "$options" -- "$device" "$place"; then
        rmdir -- "$place"
        stop "it could not be mounted"
    fi
    say "mounted ($kind)"
}

finish() {
    local failed=
    if mountpoint -q -- "$place"; then
        if [ -e "$device" ]; then
            sync -f -- "$place" || failed="not everything could be written to it"
            umount -- "$place" || stop "somebody is still using it: it must not be pulled yet"
        else
            # Pulled already: nothing can be written any more, only tidied up.
            umount -l -- "$place"
        fi
    fi
    if [ -d "$place" ]; then rmdir -- "$place"; fi
    if [ -n "$failed" ]; then stop "$failed"; fi
    say "it may be pulled"
}

case $1 in
    start) start ;;
    stop) finish ;;
    *) usage ;;
esac
