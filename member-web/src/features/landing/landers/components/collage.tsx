import { useTranslation } from 'react-i18next';
import { PageTitle } from '@/ui/page-title/page-title';
import { useLanderWords } from '../api/landers';
import aino from '../pictures/aino.svg';
import halina from '../pictures/halina.svg';
import ingrid from '../pictures/ingrid.svg';
import marcus from '../pictures/marcus.svg';
import ruth from '../pictures/ruth.svg';
import samuel from '../pictures/samuel.svg';
import solveig from '../pictures/solveig.svg';
import tadeusz from '../pictures/tadeusz.svg';
import theo from '../pictures/theo.svg';
import wilhelm from '../pictures/wilhelm.svg';
import card from './card.module.css';
import styles from './collage.module.css';
import { FirstStep } from './first-step';

const FRAMES = [
  [samuel, 'arch'],
  [ingrid, 'square'],
  [wilhelm, 'round'],
  [halina, 'arch'],
  [theo, 'square'],
  [ruth, 'arch'],
  [marcus, 'round'],
  [aino, 'square'],
  [tadeusz, 'arch'],
  [solveig, 'square'],
] as const;

/** A wall above the mantelpiece, full of portraits in frames. */
export function Collage() {
  const { t } = useTranslation('landers');
  const words = useLanderWords('collagelanding');
  return (
    <main id="main" className={styles.room}>
      <div className={`wrap ${styles.inside}`}>
        <div className={styles.wall} aria-hidden>
          {FRAMES.map(([picture, shape]) => (
            <span key={picture} className={styles.frame} data-shape={shape}>
              <img src={picture} alt="" />
            </span>
          ))}
        </div>
        <div className={`stack ${card.card} ${styles.card}`}>
          <PageTitle>{words.headline}</PageTitle>
          <p className="lead">{words.lead}</p>
          <FirstStep button={words.button} />
          <p className="meta">{t('drawings')}</p>
        </div>
      </div>
      <div className={styles.mantel} aria-hidden />
    </main>
  );
}
