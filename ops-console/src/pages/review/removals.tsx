import { MenuItem, TextField } from '@mui/material';
import { useTranslate } from 'react-admin';
import type { Item, OpenCase } from './api';
import { NumberedPhoto } from './photo-view';
import { hasWords, needsPhotoReason, PHOTO_REASONS, removableOf, type Draft, type PhotoReason } from './verdict';

interface RemovalsProps {
  item: Item;
  draft: Draft;
  seen: OpenCase;
  onChange: (changes: Partial<Draft>) => void;
}

/** Which photos go, and whether the words and the name of a profile do; each by itself, and with any measure. */
export function Removals({ item, draft, seen, onChange }: RemovalsProps) {
  const translate = useTranslate();
  const photos = removableOf(item, seen);
  if (photos.length === 0 && !hasWords(seen) && !seen.can_lose_name) return null;
  return (
    <>
      <fieldset className="choices">
        <legend>{translate('pages.review.decide.removals')}</legend>
        {photos.length > 0 ? (
          <div className="removals">
            {photos.map((photo, place) => (
              <div key={photo.id}>
                <NumberedPhoto photo={photo} number={place + 1} />
                <label>
                  <input
                    type="checkbox"
                    checked={draft.photos.includes(photo.id)}
                    onChange={({ target }) =>
                      onChange({
                        photos: photos
                          .map((one) => one.id)
                          .filter((one) => (one === photo.id ? target.checked : draft.photos.includes(one))),
                      })
                    }
                  />
                  <span>{translate('pages.review.photo.sharp', { number: place + 1 })}</span>
                </label>
              </div>
            ))}
          </div>
        ) : null}
        {hasWords(seen) ? (
          <label>
            <input
              type="checkbox"
              checked={draft.takesTexts}
              onChange={({ target }) => onChange({ takesTexts: target.checked })}
            />
            <span>{translate('pages.review.decide.words')}</span>
          </label>
        ) : null}
        {seen.can_lose_name ? (
          <label>
            <input
              type="checkbox"
              checked={draft.takesName}
              onChange={({ target }) => onChange({ takesName: target.checked })}
            />
            <span>{translate('pages.review.decide.name')}</span>
          </label>
        ) : null}
      </fieldset>
      {draft.photos.length > 0 && needsPhotoReason(item.kind) ? (
        <TextField
          select
          label={translate('pages.review.decide.photo_reason')}
          value={draft.photoReason}
          onChange={({ target }) => onChange({ photoReason: target.value as PhotoReason })}
        >
          {PHOTO_REASONS.map((reason) => (
            <MenuItem key={reason} value={reason}>
              {translate(`pages.review.photo_reasons.${reason}`)}
            </MenuItem>
          ))}
        </TextField>
      ) : null}
    </>
  );
}
