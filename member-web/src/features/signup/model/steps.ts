import type { User } from '@/api/types';

/** The steps of the signup in their order (spec 2.32); between the first and the last one each can be skipped. */
export const STEPS = ['account', 'photo', 'location', 'personal', 'about', 'push', 'confirm'] as const;
export type Step = (typeof STEPS)[number];

/** A step that a member may skip, and that the server remembers. */
export type OptionalStep = Exclude<Step, 'account' | 'confirm'>;

/** The `id` of every step's form, by which the bar's "save and stop" reaches it. */
export const STEP_FORM = 'signup-step';
/** The `value` of a button that saves and leaves. */
export const STOP = 'stop';

export const isStep = (text: string | undefined): text is Step => STEPS.some((step) => step === text);

export const stepAfter = (step: Step): Step => STEPS[STEPS.indexOf(step) + 1] ?? 'confirm';

/** The step to go back to; an account is made once. */
export function stepBefore(step: Step): Step | undefined {
  const before = STEPS[STEPS.indexOf(step) - 1];
  return before === 'account' ? undefined : before;
}

/** Where a member goes on after closing the browser; undefined when everything is done. */
export function resumeStep({ status, profile }: User): Step | undefined {
  const open = STEPS.slice(1, -1).find((step) => !profile.completed_steps.includes(step));
  return open ?? (status === 'active' ? undefined : 'confirm');
}
