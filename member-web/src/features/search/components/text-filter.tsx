import { useTranslation } from 'react-i18next';
import { TextField } from '@/ui/text-field/text-field';
import { useFollowing } from '../hooks/use-following';
import { useLater } from '../hooks/use-later';
import type { FilterProps } from './filter-panel';

/** Words to look for in profiles; it searches when the typing pauses. */
export function TextFilter({ filters, onChange }: FilterProps) {
  const { t } = useTranslation('members');
  const [text, setText] = useFollowing(filters.text ?? '');
  const search = useLater((typed: string) => onChange({ text: typed.trim() || undefined }));
  const type = (typed: string) => {
    setText(typed);
    search(typed);
  };
  return (
    <TextField
      label={t('filters.text')}
      help={t('filters.textHelp')}
      type="search"
      maxLength={100}
      value={text}
      onChange={type}
    />
  );
}
