import { MapPin } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useMayLook } from '@/shared/visitor/may-look';
import { Icon } from '@/ui/icon/icon';
import { PageTitle } from '@/ui/page-title/page-title';
import { Select } from '@/ui/select/select';
import { useLanderWords, useNeighbourhood, type Region } from '../api/landers';
import { pinsOf } from '../model/map';
import card from './card.module.css';
import { FirstStep } from './first-step';
import { Land } from './land';
import styles from './neighbour-map.module.css';

const NOWHERE: readonly Region[] = [];

/** A map with a pin for the largest town of each region, and how many real members live around it. */
export function NeighbourMap() {
  const { t } = useTranslation('landers');
  const words = useLanderWords('maplanding');
  const mayLook = useMayLook();
  const regions = useNeighbourhood()?.regions ?? NOWHERE;
  const [code, setCode] = useState('');
  const chosen = regions.find((region) => region.code === code);
  return (
    <main id="main" className={styles.lander}>
      <Map regions={regions} chosen={code} />
      <div className={`stack ${card.card} ${styles.card}`}>
        <PageTitle>{words.headline}</PageTitle>
        <p className="lead">{words.lead}</p>
        <FirstStep button={words.button}>
          {regions.length > 0 && mayLook && (
            <Select
              label={t('maplanding.region')}
              emptyText={t('maplanding.all')}
              choices={regions
                .map((region) => ({ value: region.code, text: region.name }))
                .sort((a, b) => a.text.localeCompare(b.text))}
              value={code}
              onChange={setCode}
            />
          )}
          {chosen && (
            <p role="status" className={styles.count}>
              <Count region={chosen} />
            </p>
          )}
        </FirstStep>
        <p className={`meta ${styles.towns}`}>
          <Icon of={MapPin} />
          {mayLook ? t('maplanding.towns') : t('maplanding.closed')}
        </p>
      </div>
    </main>
  );
}

function Count({ region: { name, members } }: { region: Region }) {
  const { t } = useTranslation('landers');
  return members === null
    ? t('maplanding.few', { place: name })
    : t('maplanding.count', { place: name, count: members });
}

function Map({ regions, chosen }: { regions: readonly Region[]; chosen: string }) {
  const { t } = useTranslation('landers');
  return (
    <div className={styles.map}>
      <Land />
      {regions.length > 0 && (
        <ul aria-label={t('maplanding.list')}>
          {pinsOf(regions).map((pin) => (
            <li
              key={pin.code}
              className={styles.pin}
              data-chosen={pin.code === chosen || undefined}
              style={{ left: `${pin.left}%`, top: `${pin.top}%` }}
            >
              <span className={styles.arch} data-lit={pin.members !== null || undefined}>
                {pin.members === null ? '' : `${pin.members}+`}
              </span>
              <span className={styles.town}>{pin.town}</span>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
