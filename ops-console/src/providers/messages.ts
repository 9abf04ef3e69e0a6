/** The words of the console that no declaration holds. */
export const opsMessages = {
  ops: {
    name: 'ops',
    sections: 'Sections',
    unreachable: 'The server did not answer. Please try again.',
    signed_out: 'Your session ended. Please sign in again.',
    yes: 'Yes',
    no: 'No',
    done: '%{action}: done.',
    cancel: 'Cancel',
    sign_in: {
      title: 'Sign in',
      email: 'E-mail',
      password: 'Password',
      code: 'Code from your app',
      code_help: 'Six digits, good once. A recovery code works too.',
      submit: 'Sign in',
    },
    sign_out: 'Sign out',
    reveal: {
      button: 'Reveal',
      title: 'Show what is masked?',
      text: 'Your name, the time and your reason are written to the access log.',
      reason: 'Reason',
    },
  },
};
