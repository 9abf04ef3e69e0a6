/** The signup modal: hidden, open, in progress, or done with the wish still to be carried out (spec 4.14). */
export type ModalState = 'hidden' | 'open' | 'in-progress' | 'done';

export type ModalEvent =
  /** A visitor wants what only members can. */
  | 'asked'
  /** The person began to fill in the form. */
  | 'started'
  /** The account is made. */
  | 'completed'
  /** Escape, or a press beside the modal. */
  | 'dismissed'
  /** The button that closes it. */
  | 'closed'
  /** The page turns to the login. */
  | 'login';

const NEXT: Record<ModalState, Partial<Record<ModalEvent, ModalState>>> = {
  hidden: { asked: 'open' },
  open: { started: 'in-progress', completed: 'done', dismissed: 'hidden', closed: 'hidden', login: 'hidden' },
  // What was typed is not lost by a slip.
  'in-progress': { completed: 'done', closed: 'hidden', login: 'hidden' },
  done: { asked: 'open', dismissed: 'hidden', closed: 'hidden', login: 'hidden' },
};

/** The state after an event; what cannot happen changes nothing. */
export const nextState = (state: ModalState, event: ModalEvent): ModalState => NEXT[state][event] ?? state;

/** Whether Escape and the backdrop close it. */
export const isDismissable = (state: ModalState): boolean => nextState(state, 'dismissed') === 'hidden';
