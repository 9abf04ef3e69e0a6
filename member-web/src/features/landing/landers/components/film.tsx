import { Play } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '@/ui/icon-button/icon-button';
import { PageTitle } from '@/ui/page-title/page-title';
import { useLanderWords } from '../api/landers';
import { useScenes } from '../hooks/use-scenes';
import card from './card.module.css';
import { FILM } from './film-scenes';
import styles from './film.module.css';
import { FirstStep } from './first-step';
import { SceneControls } from './scene-controls';

const SECONDS = 6;

/** A short film of drawings with captions; it waits until somebody presses play. */
export function Film() {
  const { t } = useTranslation('landers');
  const words = useLanderWords('video');
  const scenes = useScenes(FILM.length, SECONDS);
  const { scene, isPlaying } = scenes;
  const caption = FILM[scene]?.[0] ?? 'lamp';
  const isWaiting = scene === 0 && !isPlaying;
  return (
    <main id="main" className={styles.page}>
      <div className={`wrap ${styles.inside}`}>
        <div className={`stack ${styles.words}`}>
          <PageTitle>{words.headline}</PageTitle>
          <p className={styles.lead}>{words.lead}</p>
        </div>
        <section className={`stack ${styles.film}`} aria-label={t('video.label')}>
          <div className={styles.screen} data-playing={isPlaying || undefined}>
            {FILM.map(([name, Scene], number) => (
              <div key={name} className={styles.scene} data-shown={number === scene || undefined}>
                <Scene />
              </div>
            ))}
            {isWaiting && (
              <span className={styles.start}>
                <IconButton icon={Play} label={t('scenes.play')} look="raised" onPress={scenes.play} />
              </span>
            )}
          </div>
          <p className={styles.caption} role="status">
            {t(`video.captions.${caption}`)}
          </p>
          <div className={styles.controls}>
            <SceneControls scenes={scenes} total={FILM.length} />
          </div>
        </section>
        <div className={card.card}>
          <FirstStep button={words.button} />
        </div>
      </div>
    </main>
  );
}
