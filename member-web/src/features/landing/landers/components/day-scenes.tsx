import { useTranslation } from 'react-i18next';
import { PageTitle } from '@/ui/page-title/page-title';
import { useLanderWords } from '../api/landers';
import { useScenes } from '../hooks/use-scenes';
import card from './card.module.css';
import styles from './day-scenes.module.css';
import { FirstStep } from './first-step';
import { SceneControls } from './scene-controls';

const SCENES = ['morning', 'noon', 'dusk', 'night'] as const;
const SECONDS = 7;

/** One landscape in four kinds of light, at the reader's own pace. */
export function DayScenes() {
  const { t } = useTranslation('landers');
  const words = useLanderWords('transitionsvideolanding');
  const scenes = useScenes(SCENES.length, SECONDS);
  const name = SCENES[scenes.scene] ?? 'morning';
  return (
    <main id="main" className={styles.page}>
      <Landscape scene={name} />
      <div className={`wrap ${styles.inside}`}>
        <div className={`stack ${styles.moment}`}>
          <PageTitle>{words.headline}</PageTitle>
          <p className="lead">{words.lead}</p>
          <section className="stack" aria-label={t('transitionsvideolanding.label')}>
            <div className={styles.words} role="status">
              <h2>{t(`transitionsvideolanding.scenes.${name}.title`)}</h2>
              <p>{t(`transitionsvideolanding.scenes.${name}.text`)}</p>
            </div>
            <SceneControls scenes={scenes} total={SCENES.length} />
          </section>
        </div>
        <div className={`${card.card} ${styles.card}`}>
          <FirstStep button={words.button} />
        </div>
      </div>
    </main>
  );
}

function Landscape({ scene }: { scene: (typeof SCENES)[number] }) {
  return (
    <svg
      className={styles.landscape}
      data-scene={scene}
      viewBox="0 0 1440 520"
      preserveAspectRatio="xMidYMax slice"
      aria-hidden
    >
      <rect className={styles.sky} width="1440" height="520" />
      <circle className={styles.sun} cx="720" cy="150" r="52" />
      <path className={styles.far} d="M0 330q240-120 480-50t480-40 480 60v220H0z" />
      <g className={styles.houses}>
        <path d="M470 410V280a70 70 0 0 1 140 0v130zM850 410V250l75-75 75 75v160z" />
      </g>
      <g className={styles.windows}>
        <path d="M520 340v-44a20 20 0 0 1 40 0v44zM905 330v-44a20 20 0 0 1 40 0v44z" />
      </g>
      <path className={styles.near} d="M0 400q360-50 720 0t720-10v130H0z" />
      <path className={styles.river} d="M0 468c240-40 480 26 720-4s480-36 720 0v56H0z" />
      <g className={styles.letter}>
        <path className={styles.sheet} d="M0 0h74v48H0z" />
        <path className={styles.fold} d="m2 4 35 26L72 4" />
      </g>
      <g className={styles.walkers}>
        <path d="M690 446v-42a14 14 0 0 1 28 0v42zM730 446v-48a15 15 0 0 1 30 0v48z" />
        <circle cx="704" cy="374" r="13" />
        <circle cx="745" cy="366" r="14" />
        <path className={styles.hands} d="M716 416h16" />
      </g>
    </svg>
  );
}
