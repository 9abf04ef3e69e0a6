import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '@/i18n/format';
import { Panel } from '@/ui/panel/panel';
import { Segmented } from '@/ui/segmented/segmented';
import { Switch } from '@/ui/switch/switch';
import {
  chooseTextSize,
  chooseTheme,
  readTextSize,
  readTheme,
  TEXT_SIZES,
  THEMES,
  type TextSize,
  type Theme,
} from '../model/appearance';
import { PanelTitle } from './save-note';
import styles from './settings.module.css';

const PARTS: Record<TextSize, number> = { normal: 1, large: 1.2, larger: 1.4 };

/** How large and how bright everything is, in which language; it shows at once. */
export function ReadingPanel({ language }: { language: ReactNode }) {
  const { t } = useTranslation('settings');
  const format = useFormat();
  const [size, setSize] = useState(readTextSize);
  const [theme, setTheme] = useState(readTheme);
  const takeSize = (chosen: TextSize) => {
    chooseTextSize(chosen);
    setSize(chosen);
  };
  const takeTheme = (chosen: Theme) => {
    chooseTheme(chosen);
    setTheme(chosen);
  };
  return (
    <Panel id="reading" tabIndex={-1} aria-labelledby="reading-title">
      <div className="stack">
        <PanelTitle id="reading-title">{t('reading.title')}</PanelTitle>
        <Switch
          isSelected={size !== 'normal'}
          onChange={(isOn) => takeSize(isOn ? 'large' : 'normal')}
          help={t('reading.largerHelp')}
        >
          <b>{t('reading.larger')}</b>
        </Switch>
        <div className={styles.sample}>
          <p className={styles.bubble}>{t('reading.sample')}</p>
          <p className="meta">{t('reading.sampleHelp')}</p>
        </div>
        <div>
          <Segmented
            label={t('reading.size')}
            value={size}
            choices={TEXT_SIZES.map((value) => ({ value, text: format.percent(PARTS[value]) }))}
            onChange={takeSize}
          />
        </div>
        <div>
          <p className={styles.label} aria-hidden>
            {t('reading.theme')}
          </p>
          <Segmented
            label={t('reading.theme')}
            value={theme}
            choices={THEMES.map((value) => ({ value, text: t(`reading.themes.${value}`) }))}
            onChange={takeTheme}
          />
        </div>
        {language}
        <p className="meta">{t('reading.motion')}</p>
      </div>
    </Panel>
  );
}
