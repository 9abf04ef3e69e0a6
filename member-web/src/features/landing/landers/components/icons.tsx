import { Check } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FIRST_INTERESTS } from '@/shared/interests/first-interests';
import { INTEREST_ICONS } from '@/shared/interests/interest-icon';
import { useReference } from '@/shared/reference/reference';
import { Icon } from '@/ui/icon/icon';
import { PageTitle } from '@/ui/page-title/page-title';
import { useLanderWords } from '../api/landers';
import { toggled } from '../model/interests';
import card from './card.module.css';
import { FirstStep } from './first-step';
import styles from './icons.module.css';

/** What one likes, in a row of arches; what is picked goes along to the signup. */
export function Icons() {
  const { t } = useTranslation('landers');
  const words = useLanderWords('iconslanding');
  const names = new Map(useReference()?.interests.map(({ key, name }) => [key, name]));
  const [picked, setPicked] = useState<ReadonlySet<string>>(new Set());
  const count = picked.size;
  return (
    <main id="main" className={styles.page}>
      <div className={`wrap ${styles.inside}`}>
        <div className={`stack ${styles.words}`}>
          <PageTitle>{words.headline}</PageTitle>
          <p className="lead">{words.lead}</p>
        </div>
        <div className={styles.tiles} role="group" aria-label={t('iconslanding.label')}>
          {FIRST_INTERESTS.map((key) => {
            const isPicked = picked.has(key);
            const drawing = INTEREST_ICONS[key];
            return (
              <button
                key={key}
                type="button"
                className={styles.tile}
                aria-pressed={isPicked}
                onClick={() => setPicked(toggled(picked, key))}
              >
                <span className={styles.arch}>
                  {drawing && <Icon of={drawing} />}
                  {isPicked && (
                    <span className={styles.check}>
                      <Icon of={Check} />
                    </span>
                  )}
                </span>
                {names.get(key) ?? ' '}
              </button>
            );
          })}
        </div>
        <div className={`${card.card} ${styles.card}`}>
          <FirstStep button={words.button} answers={{ interests: [...picked].join(',') }}>
            <p role="status" className={styles.count}>
              {count > 0 ? t('iconslanding.picked', { count }) : t('iconslanding.none')}
            </p>
          </FirstStep>
        </div>
      </div>
    </main>
  );
}
