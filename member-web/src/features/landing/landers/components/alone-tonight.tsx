import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { PageTitle } from '@/ui/page-title/page-title';
import { useLanderWords } from '../api/landers';
import { HOUSES, isLit, WINDOWS_AT_FIRST, WINDOWS_PER_ANSWER } from '../model/street';
import styles from './alone-tonight.module.css';
import card from './card.module.css';
import { FirstStep } from './first-step';

/** An evening street: some windows are lit, and every answer lights a few more. */
export function AloneTonight() {
  const { t } = useTranslation('landers');
  const words = useLanderWords('alonetonight');
  const [answered, setAnswered] = useState(0);
  return (
    <main id="main" className={styles.evening}>
      <div className={`wrap ${styles.inside}`}>
        <div className={`stack ${styles.words}`}>
          <PageTitle>{words.headline}</PageTitle>
          <p className={styles.lead}>{words.lead}</p>
        </div>
        <div className={`stack ${card.card} ${styles.card}`}>
          <FirstStep button={words.button} onAnswer={setAnswered}>
            <p className="muted">{t('alonetonight.help')}</p>
          </FirstStep>
        </div>
      </div>
      <Street lit={WINDOWS_AT_FIRST + answered * WINDOWS_PER_ANSWER} />
    </main>
  );
}

const WINDOW = 'm0 46v-24a15 15 0 0 1 30 0v24z';

function Street({ lit }: { lit: number }) {
  return (
    <svg className={styles.street} viewBox="0 0 1440 420" preserveAspectRatio="xMidYMax slice" aria-hidden>
      <circle className={styles.moon} cx="820" cy="52" r="36" />
      <g className={styles.hills}>
        <path d="M0 420V250q180-110 380-30t420-30 340 20 300-40v250z" />
      </g>
      {HOUSES.map(({ x, width, height, roof, door, windows }) => (
        <g key={x} transform={`translate(${x} ${420 - height})`}>
          <path className={styles.wall} d={roofed(roof, width, height)} />
          {windows.map(({ left, top, order }) => (
            <path
              key={order}
              className={isLit(order, lit) ? styles.lit : styles.dark}
              transform={`translate(${left} ${top})`}
              d={WINDOW}
            />
          ))}
          <path
            className={styles.door}
            transform={`translate(${door} ${height - 74})`}
            d="M0 74V22a20 20 0 0 1 40 0v52z"
          />
        </g>
      ))}
      <g className={styles.lamp}>
        <path d="M706 420V268q0-22 22-22h8" />
        <circle cx="740" cy="254" r="13" />
      </g>
    </svg>
  );
}

/** A house of three kinds: under an arch, under a gable, under steps. */
function roofed(roof: 'arch' | 'gable' | 'steps', width: number, height: number): string {
  const half = width / 2;
  if (roof === 'arch') return `M0 ${height}V${half}a${half} ${half} 0 0 1 ${width} 0v${height - half}z`;
  if (roof === 'gable') return `M0 ${height}V${half}L${half} 0l${half} ${half}v${height - half}z`;
  const step = width / 6;
  return `M0 ${height}V${step * 2}h${step}v-${step}h${step}v-${step}h${step * 2}v${step}h${step}v${step}h${step}v${height - step * 2}z`;
}
