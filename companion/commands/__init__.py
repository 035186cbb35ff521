"""The commands of `cartouche`, one module each: everything the app can do without a screen."""
