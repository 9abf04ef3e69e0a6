/** The words of one's own account. */
export const accountTexts = {
  title: 'Your account',
  password: {
    title: 'Password',
    text: 'At least twelve characters. A few unrelated words make a good one.',
    button: 'Change password',
    ask: 'Please show your present password and a new code first. You stay signed in here and are signed out in every other browser.',
    present: 'Present password',
    chosen: 'New password',
    repeat: 'New password once more',
    differ: 'The two new passwords are not the same.',
    done: 'Your password is changed. Every other browser is signed out.',
  },
  codes: {
    title: 'Recovery codes',
    text: 'Each stands in for a code from your app, once. Keep them where your phone is not.',
    left: 'You have one recovery code left. |||| You have %{smart_count} recovery codes left.',
    button: 'Make new codes',
    ask: 'The codes that you have now will be good for nothing.',
    new: 'These are your new codes. They are shown this once: please keep them now.',
    copy: 'Copy',
    copied: 'Copied.',
  },
};
