import { ChevronLeft, ChevronRight, Pause, Play, RotateCcw } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Button } from '@/ui/button/button';
import { IconButton } from '@/ui/icon-button/icon-button';
import type { useScenes } from '../hooks/use-scenes';
import styles from './scene-controls.module.css';

/** Back, play or pause, on, and where one is. */
export function SceneControls({ scenes, total }: { scenes: ReturnType<typeof useScenes>; total: number }) {
  const { t } = useTranslation('landers');
  const { scene, isPlaying, isLast, go, play, pause } = scenes;
  const rest = isLast ? { icon: RotateCcw, text: t('scenes.again') } : { icon: Play, text: t('scenes.play') };
  return (
    <div className={styles.controls}>
      <IconButton
        icon={ChevronLeft}
        look="line"
        label={t('scenes.previous')}
        isDisabled={scene === 0}
        onPress={() => go(scene - 1)}
      />
      <Button icon={isPlaying ? Pause : rest.icon} onPress={isPlaying ? pause : play}>
        {isPlaying ? t('scenes.pause') : rest.text}
      </Button>
      <IconButton
        icon={ChevronRight}
        look="line"
        label={t('scenes.next')}
        isDisabled={isLast}
        onPress={() => go(scene + 1)}
      />
      <p className="meta num">{t('scenes.position', { number: scene + 1, total })}</p>
    </div>
  );
}
