import { useTranslation } from 'react-i18next';
import { useFormat } from '@/i18n/format';
import { OLDEST } from '../model/filters';

/** "55 to 70", or "55 and older" where the upper end is open. */
export function useAgeText() {
  const { t } = useTranslation('members');
  return ([from, to]: readonly [number, number]) =>
    to >= OLDEST ? t('filters.older', { from }) : t('filters.ages', { from, to });
}

/** "Men", "Women", "Non-binary people". */
export function useGenderText() {
  const { t } = useTranslation('members');
  return (gender: string) => t(`filters.gender.${gender as 'man'}`);
}

/** "41 people", or "More than 240 people" where nobody counted further. */
export function usePeopleText() {
  const { t } = useTranslation('members');
  const format = useFormat();
  return ({ total, has_more: hasMore }: { total: number; has_more: boolean }) =>
    hasMore ? t('countMost', { count: format.number(total) }) : t('count', { count: total });
}
