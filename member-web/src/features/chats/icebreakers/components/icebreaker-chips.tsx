import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Button } from '@/ui/button/button';
import { icebreakersQuery } from '../api/icebreakers';
import styles from './icebreaker-chips.module.css';

/** As many as an empty conversation has room for on a phone. */
const SHOWN = 4;

/** First sentences in a conversation where nothing is written yet; a press puts one where the member writes. */
export default function IcebreakerChips({ onPick }: { onPick: (text: string) => void }) {
  const { t } = useTranslation('icebreakers');
  const { data: texts = [], isLoading } = useQuery(icebreakersQuery);
  if (isLoading) return <span data-coming />;
  if (texts.length === 0) return null;
  return (
    <div className={styles.chips}>
      <p className="meta">{t('chips')}</p>
      <ul className={styles.list}>
        {texts.slice(0, SHOWN).map((text) => (
          <li key={text}>
            <Button onPress={() => onPick(text)}>{text}</Button>
          </li>
        ))}
      </ul>
    </div>
  );
}
