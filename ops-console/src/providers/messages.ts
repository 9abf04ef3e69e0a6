import { accountTexts } from '@/pages/account/texts';
import { complaintsTexts } from '@/pages/complaints/texts';
import { fictionTexts } from '@/pages/fiction/texts';
import { overviewTexts } from '@/pages/overview/texts';
import { refundsTexts } from '@/pages/refunds/texts';
import { reviewTexts } from '@/pages/review/texts';

/** The words of the console that no declaration holds. */
export const opsMessages = {
  ops: {
    name: 'ops',
    sections: 'Sections',
    loading: 'Loading…',
    unreachable: 'The server did not answer. Please try again.',
    signed_out: 'Your session ended. Please sign in again.',
    yes: 'Yes',
    no: 'No',
    picture: 'Picture',
    no_id: 'Please paste the whole number of the record.',
    done: '%{action}: done.',
    cancel: 'Cancel',
    export: 'Export',
    facts: 'Facts',
    keys: 'Single keys',
    retry: 'Try again',
    nothing: 'Nothing here.',
    no_match: 'Nothing here fits these filters.',
    clear_filters: 'Clear the filters',
    no_record: 'This record is not there. It may have been removed, or its address was not whole.',
    save: 'Save',
    nowhere: {
      title: 'Nothing here',
      text: 'No page has this address. It may have moved, or the address was not whole.',
      back: 'To the first page',
    },
    beyond: 'There are more than these; search for what you need.',
    menu: 'Menu',
    waiting: '%{title}, %{number} waiting',
    find: {
      title: 'Find or do',
      help: 'A page or something to do; or a record, by its address, number, code, name or id.',
      desks: 'Desks',
      here: 'On this page',
      begin: 'Begin',
      lists: 'Lists',
      records: 'Records',
      all: 'All %{number} that match',
      asking: 'Looking…',
      nothing: 'Nothing found.',
      failed: 'Could not look through: %{lists}.',
    },
    groups: {
      desks: 'Desks',
      cases: 'Cases',
      people: 'People',
      money: 'Money',
      house: 'Sites',
      engine: 'Engine room',
      staff: 'Staff',
    },
    confirmation: {
      title: 'Is it still you?',
      text: 'For money and for lists that leave the house, please show your password and a new code. It holds for ten minutes.',
      submit: 'Confirm',
    },
    sign_in: {
      title: 'Sign in',
      email: 'E-mail',
      password: 'Password',
      code: 'Code from your app',
      code_help: 'Six digits, good once. A recovery code works too.',
      submit: 'Sign in',
      recovered: 'That was a recovery code. One is left. |||| That was a recovery code. %{smart_count} are left.',
      forgotten: 'If you forgot your password or lost your phone, an admin gives you a new way in.',
    },
    photo: { most: 'JPEG, PNG, WebP or HEIC, 8 MB at most.', too_large: 'This photo is larger than 8 MB.' },
    sign_out: 'Sign out',
    reveal: {
      button: 'Reveal',
      title: 'Show what is masked?',
      text: 'Your name, the time and your reason are written to the access log.',
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
