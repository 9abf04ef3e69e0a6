import { Button, FormHelperText } from '@mui/material';
import { useState, type ChangeEvent } from 'react';
import { useInput, useTranslate, type InputProps } from 'react-admin';

/** As base64 it fits what the server takes in one request. */
const MOST_BYTES = 8_000_000;

/** A photo from this computer; it goes with the form, as base64. */
export function PhotoInput({ source, label, validate }: Pick<InputProps, 'source' | 'label' | 'validate'>) {
  const translate = useTranslate();
  const { field, fieldState, id } = useInput<string>({ source, validate, defaultValue: '' });
  const [chosen, setChosen] = useState<{ name: string; isTooLarge: boolean }>();
  const take = async (event: ChangeEvent<HTMLInputElement>) => {
    const file = event.target.files?.[0];
    if (file === undefined) return;
    const isTooLarge = file.size > MOST_BYTES;
    setChosen({ name: file.name, isTooLarge });
    field.onChange(isTooLarge ? '' : await inBase64(file));
  };
  const problem = chosen?.isTooLarge ? 'ops.photo.too_large' : fieldState.error?.message;
  return (
    <div className="photo-input">
      <Button component="label" variant="outlined">
        {typeof label === 'string' ? translate(label) : label}
        <input
          id={id}
          type="file"
          accept="image/jpeg,image/png,image/webp,image/heic,image/heif"
          aria-describedby={`${id}-says`}
          className="photo-file"
          onChange={(event) => void take(event)}
        />
      </Button>
      <FormHelperText id={`${id}-says`} error={problem !== undefined}>
        {problem === undefined ? (chosen?.name ?? translate('ops.photo.none')) : translate(problem)}
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
