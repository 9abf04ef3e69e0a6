import type { Schemas } from '@/api/types';

type Methods = Schemas['MethodsOut'];

/** What the member chose so far; `way` is a method or, with "saved:" before it, a saved way. */
export interface Choice {
  way: string | null;
  issuer: string | null;
  save: boolean;
  /** Asks for the credits at once: used ones are then not refunded. */
  startNow: boolean;
}

export const NOTHING_CHOSEN: Choice = { way: null, issuer: null, save: false, startNow: false };

const SAVED = 'saved:';
export const savedWay = (id: string): string => SAVED + id;

/** The direct debit has a form of its own, with an SMS code. */
export const DIRECT_DEBIT = 'directdebit';

export const chosenMethod = ({ methods }: Methods, { way }: Choice) => methods.find(({ id }) => id === way);
export const chosenSaved = ({ saved }: Methods, { way }: Choice) => saved.find(({ id }) => savedWay(id) === way);

/** What is missing before the member can pay. */
export function missing(methods: Methods, choice: Choice): 'way' | 'issuer' | 'startNow' | null {
  if (chosenSaved(methods, choice)) return choice.startNow ? null : 'startNow';
  const method = chosenMethod(methods, choice);
  if (!method) return 'way';
  const needsBank = method.issuers.length > 0 && !method.issuers.some(({ id }) => id === choice.issuer);
  if (needsBank) return 'issuer';
  return choice.startNow ? null : 'startNow';
}

/** What the server is asked for, once nothing is missing. */
export function wishOf(methods: Methods, choice: Choice) {
  const saved = chosenSaved(methods, choice);
  if (saved) return { method: saved.method, mandate_id: saved.id };
  const method = chosenMethod(methods, choice);
  if (!method) throw new Error('No way to pay is chosen.');
  return {
    method: method.id,
    ...(method.issuers.length > 0 && { issuer: choice.issuer }),
    ...(method.can_save && choice.save && { save: true }),
  };
}
