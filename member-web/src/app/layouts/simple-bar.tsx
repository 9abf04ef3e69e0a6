import { Bar } from './bar';
import { LanguageMenu } from './language-menu';

/** The bar of layouts without navigation. */
export function SimpleBar() {
  return <Bar end={<LanguageMenu showsName />} />;
}
