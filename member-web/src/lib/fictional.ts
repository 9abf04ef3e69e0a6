import { paths } from './paths';

/** Where it is told what a fictional profile is: that question of the built-in page, which has this anchor everywhere. */
export const ABOUT_FICTIONAL = `${paths.staticPage.to('faq')}#fictional`;
