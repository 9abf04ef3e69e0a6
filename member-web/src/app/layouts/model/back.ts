/** Profile, likes and credits screens; the search (/members) is none of them. */
const SCREENS = /^\/(profile|likes|credits|members\/[^/]+)(\/|$)/i;

interface Situation {
  isInstalled: boolean;
  hasHistory: boolean;
  pathname: string;
}

/** Whether the bar has a back button: installed app, somewhere to go back to, a screen that has one (spec 2.48). */
export function showsBack({ isInstalled, hasHistory, pathname }: Situation): boolean {
  return isInstalled && hasHistory && SCREENS.test(pathname);
}
