import { Label } from 'react-aria-components/Label';
import { Slider, SliderThumb, SliderTrack } from 'react-aria-components/Slider';
import fieldStyles from '../field/field.module.css';
import styles from './range-slider.module.css';

export type Range = [from: number, to: number];

interface RangeSliderProps {
  /** Visible label with the values in it, such as "Age: 55 to 70". */
  label: string;
  /** Accessible names of the two thumbs. */
  thumbLabels: [string, string];
  value: Range;
  min: number;
  max: number;
  onChange: (value: Range) => void;
  /** Called when the member lets go; the moment to search. */
  onChangeEnd?: (value: Range) => void;
}

/** A span between two numbers, by two thumbs or the arrow keys. */
export function RangeSlider({ label, thumbLabels, value, min, max, onChange, onChangeEnd }: RangeSliderProps) {
  return (
    <Slider
      value={value}
      minValue={min}
      maxValue={max}
      onChange={(next) => onChange(next)}
      onChangeEnd={(next) => onChangeEnd?.(next)}
      className={fieldStyles.field ?? ''}
    >
      <Label className={fieldStyles.label ?? ''}>{label}</Label>
      <SliderTrack className={styles.track ?? ''}>
        {({ state }) => (
          <>
            <span
              className={styles.span}
              style={{
                left: `${state.getThumbPercent(0) * 100}%`,
                right: `${100 - state.getThumbPercent(1) * 100}%`,
              }}
            />
            {thumbLabels.map((name, index) => (
              <SliderThumb key={name} index={index} aria-label={name} className={styles.thumb ?? ''} />
            ))}
          </>
        )}
      </SliderTrack>
    </Slider>
  );
}
