import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { INTEREST_ICONS } from '@/shared/interests/interest-icon';
import { useReference } from '@/shared/reference/reference';
import { Icon } from '@/ui/icon/icon';
import { PageTitle } from '@/ui/page-title/page-title';
import { useLanderWords } from '../api/landers';
import { THREADS } from '../model/interests';
import ruth from '../pictures/ruth.svg';
import theo from '../pictures/theo.svg';
import card from './card.module.css';
import { FirstStep } from './first-step';
import styles from './web.module.css';

type Thread = (typeof THREADS)[number];

/** Two people and what could lie between them: each thing leads to a question to begin with. */
export function Web() {
  const { t } = useTranslation('landers');
  const words = useLanderWords('socialnetwork');
  const [chosen, setChosen] = useState<Thread>('tea');
  return (
    <main id="main" className={styles.page}>
      <div className={`wrap ${styles.inside}`}>
        <div className={`stack ${styles.words}`}>
          <PageTitle>{words.headline}</PageTitle>
          <p className="lead">{words.lead}</p>
        </div>
        <div className={styles.web}>
          <Person picture={ruth} />
          <Strands chosen={THREADS.indexOf(chosen)} />
          <Things chosen={chosen} onChoose={setChosen} />
          <Strands chosen={THREADS.indexOf(chosen)} isMirrored />
          <Person picture={theo} />
        </div>
        <p role="status" className={styles.question}>
          <span className="meta">{t('socialnetwork.ask')}</span>
          <span className={styles.bubble}>{t(`socialnetwork.questions.${chosen}`)}</span>
        </p>
        <div className={`stack ${card.card}`}>
          <FirstStep button={words.button} answers={{ interests: chosen }} />
          <p className="meta">{t('drawings')}</p>
        </div>
      </div>
    </main>
  );
}

function Person({ picture }: { picture: string }) {
  return (
    <span className={styles.person} aria-hidden>
      <img src={picture} alt="" />
    </span>
  );
}

function Things({ chosen, onChoose }: { chosen: Thread; onChoose: (thread: Thread) => void }) {
  const { t } = useTranslation('landers');
  const names = new Map(useReference()?.interests.map(({ key, name }) => [key, name]));
  return (
    <div className={styles.things} role="group" aria-label={t('socialnetwork.label')}>
      {THREADS.map((key) => {
        const drawing = INTEREST_ICONS[key];
        return (
          <button
            key={key}
            type="button"
            className={styles.thing}
            aria-pressed={key === chosen}
            onClick={() => onChoose(key)}
          >
            {drawing && <Icon of={drawing} />}
            {names.get(key)}
          </button>
        );
      })}
    </div>
  );
}

/** Threads from one point to the middle of each thing, in a drawing that is stretched to the height of the list. */
function Strands({ chosen, isMirrored = false }: { chosen: number; isMirrored?: boolean }) {
  return (
    <svg
      className={styles.strands}
      data-mirrored={isMirrored || undefined}
      viewBox={`0 0 100 ${THREADS.length * 10}`}
      preserveAspectRatio="none"
      aria-hidden
    >
      {THREADS.map((key, number) => (
        <path
          key={key}
          data-chosen={number === chosen || undefined}
          d={`M0 ${THREADS.length * 5}C50 ${THREADS.length * 5} 50 ${number * 10 + 5} 100 ${number * 10 + 5}`}
        />
      ))}
    </svg>
  );
}
