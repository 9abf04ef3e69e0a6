/** How the console writes numbers, money and times. */
export const LOCALE = 'en-GB';
