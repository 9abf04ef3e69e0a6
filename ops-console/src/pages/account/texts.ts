/** The texts of the account page. */
export const accountTexts = {
  title: 'Your account',
  password: {
    title: 'Password',
    text: 'At least 12 characters. A few unrelated words make a good password.',
    button: 'Change password',
    ask: 'Enter your current password and a new code. You stay logged in here and are logged out in all other browsers.',
    present: 'Current password',
    chosen: 'New password',
    repeat: 'Repeat new password',
    differ: 'The new passwords don’t match.',
    done: 'Password changed. All other browsers are logged out.',
  },
  codes: {
    title: 'Recovery codes',
    text: 'Each recovery code replaces a code from your app once. Keep them away from your phone.',
    left: 'You have 1 recovery code left. |||| You have %{smart_count} recovery codes left.',
    button: 'Create new codes',
    ask: 'Your current codes stop working now.',
    new: 'These are your new codes. They’re shown only once, so save them now.',
    copy: 'Copy',
    copied: 'Copied.',
  },
};
