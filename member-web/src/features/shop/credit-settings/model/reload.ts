import type { Schemas } from '@/api/types';

const THRESHOLDS = [10, 20, 30, 50, 100];
const TIMES = [1, 2, 3, 5, 10];

/** Below how many credits a bundle may be bought; `own` is what the member has now. */
export const thresholdsFor = (credits: number, own?: number) =>
  sorted([...THRESHOLDS.filter((each) => each <= credits), ...(own && own <= credits ? [own] : [])]);

/** The caps of a month to choose from, in minor units: one bundle and some more; `own` is what the member has now. */
export const capsFor = (price: number, own?: number) =>
  sorted([...TIMES.map((times) => times * price), ...(own && own >= price ? [own] : [])]);

const sorted = (numbers: number[]) => [...new Set(numbers)].sort((a, b) => a - b);

/** How a saved way to pay is called. */
export const nameOf = ({ label, method }: Schemas['SavedMethodOut']) => label || method;
