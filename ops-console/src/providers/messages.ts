import { accountTexts } from '@/pages/account/texts';
import { complaintsTexts } from '@/pages/complaints/texts';
import { fictionTexts } from '@/pages/fiction/texts';
import { overviewTexts } from '@/pages/overview/texts';
import { refundsTexts } from '@/pages/refunds/texts';
import { reviewTexts } from '@/pages/review/texts';

/** The texts of the console that are not generated from declarations. */
export const opsMessages = {
  ops: {
    name: 'ops',
    sections: 'Sections',
    loading: 'Loading…',
    unreachable: 'The server did not respond. Try again.',
    signed_out: 'Your session has ended. Log in again.',
    yes: 'Yes',
    no: 'No',
    picture: 'Picture',
    no_id: 'Enter the full ID of the record.',
    done: '%{action}: done.',
    cancel: 'Cancel',
    export: 'Export',
    facts: 'Facts',
    keys: 'Keyboard shortcuts',
    retry: 'Try again',
    nothing: 'Nothing here.',
    no_match: 'No results match these filters.',
    clear_filters: 'Clear filters',
    no_record: 'We can’t find this record. It may have been removed, or the address is incomplete.',
    save: 'Save',
    actors: {
      staff: 'Staff',
      member: 'Member',
      house: 'Automatic',
      provider: 'Payment provider',
      bank: 'Bank',
      cli: 'Command line',
    },
    nowhere: {
      title: 'Page not found',
      text: 'We can’t find this page. It may have moved, or the address is incomplete.',
      back: 'Go to the start page',
    },
    beyond: 'There are more results. Narrow your search to see them.',
    menu: 'Menu',
    waiting: '%{title}, %{number} waiting',
    find: {
      title: 'Search and commands',
      help: 'Find a page, a command, or a record by email address, number, code, name or ID.',
      desks: 'Desks',
      here: 'On this page',
      begin: 'Create',
      lists: 'Lists',
      records: 'Records',
      all: 'All %{number} results',
      asking: 'Searching…',
      nothing: 'No results.',
      failed: 'We couldn’t search %{lists}.',
    },
    groups: {
      desks: 'Desks',
      cases: 'Cases',
      people: 'People',
      money: 'Money',
      sites: 'Sites',
      engine: 'System',
      staff: 'Staff',
    },
    confirmation: {
      title: 'Confirm your identity',
      text: 'Enter your password and a new code to continue. This confirmation is valid for 10 minutes.',
      submit: 'Confirm',
    },
    sign_in: {
      title: 'Log in',
      email: 'Email',
      password: 'Password',
      code: 'Code from your app',
      code_help: '6 digits, valid once. A recovery code works too.',
      submit: 'Log in',
      recovered:
        'You used a recovery code. You have 1 left. |||| You used a recovery code. You have %{smart_count} left.',
      forgotten: 'Forgot your password or lost your phone? Ask an admin to reset your login.',
    },
    photo: { most: 'JPEG, PNG, WebP or HEIC, up to 8 MB.', too_large: 'This photo is larger than 8 MB.' },
    sign_out: 'Log out',
    reveal: {
      button: 'Reveal',
      title: 'Reveal this value?',
      text: 'Your name, the time and your reason are recorded in the access log.',
      reason: 'Reason',
    },
  },
  pages: {
    account: accountTexts,
    complaints: complaintsTexts,
    fiction: fictionTexts,
    overview: overviewTexts,
    refunds: refundsTexts,
    review: reviewTexts,
  },
};
