import { ChevronDown } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { interestIcon } from '@/shared/interests/interest-icon';
import { useReference } from '@/shared/reference/reference';
import { ChipMore, Chips, ChipToggle } from '@/ui/chips/chips';
import type { ProfileForm } from '../hooks/use-profile-form';
import { toggled } from '../model/interests';
import styles from './interest-picker.module.css';

const FEW = 16;

interface InterestPickerProps {
  form: ProfileForm;
  label: string;
  /** Which of the two kinds to offer: everyday interests or intimate ones. */
  intimate: boolean;
}

/** Interests as chips to pick, each with its icon (spec 3.14); a few at first, all of them on demand. */
export function InterestPicker({ form: { values, change }, label, intimate }: InterestPickerProps) {
  const { t } = useTranslation('profile');
  const [showsAll, setShowsAll] = useState(false);
  const offered = (useReference()?.interests ?? []).filter((interest) => interest.intimate === intimate);
  const shown = offered.filter(({ key }, index) => showsAll || index < FEW || values.interests.includes(key));
  const more = offered.length - shown.length;
  return (
    <div className={styles.picker}>
      <Chips label={label}>
        {shown.map(({ key, name }) => (
          <ChipToggle
            key={key}
            icon={interestIcon(key)}
            isSelected={values.interests.includes(key)}
            onChange={(isChosen) => change({ interests: toggled(values.interests, key, isChosen) })}
          >
            {name}
          </ChipToggle>
        ))}
        {more > 0 && (
          <ChipMore icon={ChevronDown} onPress={() => setShowsAll(true)}>
            {t('interests.more', { count: more })}
          </ChipMore>
        )}
      </Chips>
    </div>
  );
}
