import { ChevronDown } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { interestIcon } from '@/shared/interests/interest-icon';
import { useReference } from '@/shared/reference/reference';
import { ChipMore, Chips, ChipToggle } from '@/ui/chips/chips';
import type { Answer } from '../api/finder';
import type { FieldsProps } from './answer-fields';

const FEW = 20;
type Keys = NonNullable<Answer['interests']>;

/** What the member loves; everyday things only, and whatever else the profile holds stays. */
export default function InterestFields({ answer, onChange }: FieldsProps) {
  const { t } = useTranslation('match-finder');
  const [showsAll, setShowsAll] = useState(false);
  const chosen: readonly string[] = answer.interests ?? [];
  const offered = (useReference()?.interests ?? []).filter(({ intimate }) => !intimate);
  const shown = offered.filter(({ key }, index) => showsAll || index < FEW || chosen.includes(key));
  const toggle = (key: string, isIn: boolean) => {
    const others = chosen.filter((one) => one !== key);
    onChange({ interests: (isIn ? [...others, key] : others) as Keys });
  };
  return (
    <Chips label={t('interests.title')}>
      {shown.map(({ key, name }) => (
        <ChipToggle
          key={key}
          icon={interestIcon(key)}
          isSelected={chosen.includes(key)}
          onChange={(isIn) => toggle(key, isIn)}
        >
          {name}
        </ChipToggle>
      ))}
      {offered.length > shown.length && (
        <ChipMore icon={ChevronDown} onPress={() => setShowsAll(true)}>
          {t('interests.more', { count: offered.length - shown.length })}
        </ChipMore>
      )}
    </Chips>
  );
}
