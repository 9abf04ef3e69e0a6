import { Label } from 'react-aria-components/Label';
import { Slider as AriaSlider, SliderThumb, SliderTrack } from 'react-aria-components/Slider';
import fieldStyles from '../field/field.module.css';
import styles from '../range-slider/range-slider.module.css';

interface SliderProps {
  label: string;
  value: number;
  min: number;
  max: number;
  step: number;
  /** How the value is said, such as `{ style: 'percent' }`; as a number unless said otherwise. */
  format?: Intl.NumberFormatOptions;
  onChange: (value: number) => void;
}

/** One number between two, by a thumb, a press on the track, or the arrow keys. */
export function Slider({ label, value, min, max, step, format, onChange }: SliderProps) {
  return (
    <AriaSlider
      value={value}
      minValue={min}
      maxValue={max}
      step={step}
      onChange={onChange}
      className={fieldStyles.field ?? ''}
      {...(format && { formatOptions: format })}
    >
      <Label className={fieldStyles.label ?? ''}>{label}</Label>
      <SliderTrack className={styles.track ?? ''}>
        {({ state }) => (
          <>
            <span
              className={styles.span}
              style={{ left: '-1rem', right: `${100 - state.getThumbPercent(0) * 100}%` }}
            />
            <SliderThumb className={styles.thumb ?? ''} />
          </>
        )}
      </SliderTrack>
    </AriaSlider>
  );
}
