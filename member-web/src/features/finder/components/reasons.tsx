import { ArrowLeftRight, Coffee, Heart, MapPin, Sparkle, Sunrise, type LucideIcon } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { Card } from '@/api/types';
import { currentLanguage } from '@/i18n';
import { useFormat } from '@/i18n/format';
import { kilometres } from '@/shared/units/units';
import { useReference, useRegions } from '@/shared/reference/reference';
import { Icon } from '@/ui/icon/icon';
import type { Reason } from '../api/finder';
import { AIMS, WAYS } from '../model/questions';
import styles from './reasons.module.css';

const ICONS: Record<Reason['key'], LucideIcon> = {
  'shared-interests': Heart,
  'same-town': MapPin,
  near: MapPin,
  'same-region': MapPin,
  'same-aim': Sunrise,
  'shared-ways': Coffee,
  'both-wishes': ArrowLeftRight,
};
/** So many interests are named, the others counted. */
const NAMED = 3;

/** Why somebody fits, in words; where there is no reason yet, what would make one. */
export function Reasons({ person, reasons }: { person: Card; reasons: readonly Reason[] }) {
  const { t } = useTranslation('match-finder');
  if (reasons.length === 0) {
    return (
      <p className={`muted ${styles.none}`}>
        <Icon of={Sparkle} />
        {t('reason.none')}
      </p>
    );
  }
  return (
    <ul className={styles.reasons} aria-label={t('reason.label', { name: person.name })}>
      {reasons.map((reason) => (
        <li key={reason.key}>
          <Icon of={ICONS[reason.key]} />
          <span>
            <Words person={person} reason={reason} />
          </span>
        </li>
      ))}
    </ul>
  );
}

function Words({ person, reason: { key, count, values } }: { person: Card; reason: Reason }) {
  const { t } = useTranslation('match-finder');
  const { list } = useFormat();
  const names = useInterestNames();
  const region = useRegionName(key === 'same-region' ? person.country : null, values[0]);
  switch (key) {
    case 'shared-interests': {
      const more = count - NAMED;
      const named = values.slice(0, NAMED).map(names);
      return t('reason.interests', {
        count,
        names: list(more > 0 ? [...named, t('reason.more', { count: more })] : named),
      });
    }
    case 'same-town':
      return t('reason.town', { town: values[0] });
    case 'near':
      return t('reason.near', { distance: kilometres(currentLanguage(), count) });
    case 'same-region':
      return t('reason.region', { region });
    case 'same-aim': {
      const aim = AIMS.find((one) => one === values[0]) ?? 'open';
      return t(`reason.aim.${aim}`);
    }
    case 'shared-ways': {
      const ways = WAYS.filter((one) => values.includes(one));
      return t('reason.ways', { ways: list(ways.map((one) => t(`reason.way.${one}`))) });
    }
    case 'both-wishes':
      return t('reason.wishes');
  }
}

function useInterestNames() {
  const interests = useReference()?.interests ?? [];
  const names = new Map(interests.map(({ key, name }) => [key, name]));
  return (key: string) => names.get(key) ?? key;
}

function useRegionName(country: string | null, code: string | undefined): string {
  const regions = useRegions(country).regions?.regions ?? [];
  return regions.find((one) => one.code === code)?.name ?? '';
}
