import { FormHelperText } from '@mui/material';
import { useState, type ChangeEvent } from 'react';
import { useInput, useTranslate, type InputProps } from 'react-admin';
import './photo-input.css';

/** As base64 it fits what the server takes in one request. */
const MAX_BYTES = 8_000_000;

/** A photo from this computer; it goes with the form, as base64. */
export function PhotoInput({ source, label, validate }: Pick<InputProps, 'source' | 'label' | 'validate'>) {
  const translate = useTranslate();
  const { field, fieldState, id } = useInput<string>({ source, validate, defaultValue: '' });
  const [isTooLarge, setTooLarge] = useState(false);
  const take = async (event: ChangeEvent<HTMLInputElement>) => {
    const file = event.target.files?.[0];
    if (file === undefined) return;
    setTooLarge(file.size > MAX_BYTES);
    const content = file.size > MAX_BYTES ? '' : await inBase64(file);
    // Another one may have been chosen while this one was read.
    if (event.target.files?.[0] === file) field.onChange(content);
  };
  const problem = isTooLarge ? 'ops.photo.too_large' : fieldState.error?.message;
  return (
    <div className="photo-input">
      <label htmlFor={id}>{typeof label === 'string' ? translate(label) : label}</label>
      <input
        id={id}
        type="file"
        accept="image/jpeg,image/png,image/webp,image/heic,image/heif"
        aria-describedby={`${id}-says`}
        aria-invalid={problem !== undefined}
        onChange={(event) => void take(event)}
      />
      <FormHelperText id={`${id}-says`} error={problem !== undefined}>
        {translate(problem ?? 'ops.photo.most')}
      </FormHelperText>
    </div>
  );
}

async function inBase64(file: File): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  let text = '';
  for (const byte of bytes) text += String.fromCodePoint(byte);
  return btoa(text);
}
