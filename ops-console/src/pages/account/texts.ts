/** The texts of the account page. */
export const accountTexts = {
  title: 'Your account',
  password: {
    title: 'Password',
    text: 'At least twelve characters. A few unrelated words make a good password.',
    button: 'Change password',
    ask: 'Please enter your current password and a new code first. You stay signed in here and are signed out in all other browsers.',
    present: 'Current password',
    chosen: 'New password',
    repeat: 'Repeat new password',
    differ: 'The new passwords do not match.',
    done: 'Your password has been changed. All other browsers are signed out.',
  },
  codes: {
    title: 'Recovery codes',
    text: 'Each recovery code replaces a code from your app once. Keep them in a different place from your phone.',
    left: 'You have one recovery code left. |||| You have %{smart_count} recovery codes left.',
    button: 'Create new codes',
    ask: 'Your current codes will stop working.',
    new: 'These are your new codes. They are shown only once: please save them now.',
    copy: 'Copy',
    copied: 'Copied.',
  },
};
