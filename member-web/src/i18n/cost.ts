import { useTranslation } from 'react-i18next';
import { useFormat, type Money } from './format';

/** Writes a price in credits and, where the country has one, in money: "5 credits · €1.00". */
export function useCost() {
  const { t } = useTranslation();
  const format = useFormat();
  return ({ credits, money }: { credits: number; money: Money | null }): string => {
    const words = t('cost.credits', { count: credits });
    return money ? t('cost.both', { credits: words, money: format.money(money) }) : words;
  };
}
