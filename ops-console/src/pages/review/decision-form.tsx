import { MenuItem, TextField } from '@mui/material';
import { useState } from 'react';
import { useTranslate } from 'react-admin';
import { choiceLabel } from '@/kit/choices';
import { KeyButton } from '@/kit/keys';
import type { Item, Measure, OpenCase, Person, Rule, Verdict } from './api';
import { Choices } from './choices';
import { isOfPhoto } from './queue-list';
import { Removals } from './removals';
import {
  LIMITS,
  NOTHING,
  RULES,
  STRIKES,
  TIMED,
  draftOf,
  draftedOf,
  isWhole,
  measuresOf,
  photosOf,
  reasonsOf,
  verdictOf,
  withReason,
  type Draft,
} from './verdict';
import { WillRead } from './will-read';

interface DecisionFormProps {
  item: Item;
  seen: OpenCase;
  isBusy: boolean;
  onDecide: (verdict: Verdict) => void;
}

/** Nothing is wrong, or a reason, what follows, and what the member reads of it. */
export function DecisionForm({ item, seen, isBusy, onDecide }: DecisionFormProps) {
  const translate = useTranslate();
  const { kind } = item;
  const [draft, setDraft] = useState(() => draftOf(kind, seen));
  const { name, is_fictional: isFictional } = seen.member;
  const isPhoto = isOfPhoto(kind);
  const words = isPhoto ? 'photo_reasons' : 'rules';
  const submit = draft.measure === 'permanent-ban' ? 'submit_second' : isFictional ? 'submit_fictional' : 'submit';
  return (
    <>
      <KeyButton shortcut="a" variant="contained" disabled={isBusy} onClick={() => onDecide(NOTHING)}>
        {translate(kind === 'photo' ? 'pages.review.decide.approve' : 'pages.review.decide.nothing')}
      </KeyButton>
      {isFictional ? <p className="note">{translate('pages.review.decide.fictional')}</p> : null}
      {measuresOf(item, seen).length > 0 ? (
        <Choices
          legend={kind === 'photo' ? 'pages.review.decide.because_photo' : 'pages.review.decide.because'}
          name="reason"
          options={reasonsOf(kind).map((value) => ({ value, label: `pages.review.${words}.${value}` }))}
          value={draft.reason}
          onChange={(reason) => setDraft(withReason(draft, reason, kind, seen))}
        />
      ) : null}
      {draft.reason === undefined ? null : (
        <>
          <Measure draft={draft} item={item} seen={seen} onChange={setDraft} />
          {(isFictional ? [] : draftedOf(draft, kind, seen)).map((statement) => (
            <WillRead key={statement.measure} name={name} language={seen.member.language} statement={statement} />
          ))}
          <Consequences draft={draft} kind={kind} member={seen.member} isReported={seen.reports.length > 0} />
        </>
      )}
      <KeyButton
        shortcut="r"
        variant="contained"
        color="error"
        reason={isWhole(draft, kind) ? draft.reason : undefined}
        disabled={isBusy}
        onClick={() => onDecide(verdictOf(draft, kind))}
      >
        {translate(`pages.review.decide.${submit}`, { name })}
      </KeyButton>
    </>
  );
}

interface MeasureProps {
  draft: Draft;
  item: Item;
  seen: OpenCase;
  onChange: (draft: Draft) => void;
}

function Measure({ draft, item, seen, onChange }: MeasureProps) {
  const translate = useTranslate();
  const isPhoto = isOfPhoto(item.kind);
  const change = (changes: Partial<Draft>) => onChange({ ...draft, ...changes });
  return (
    <>
      <TextField
        select
        label={translate('pages.review.decide.measure')}
        value={draft.measure}
        onChange={({ target }) => change({ measure: target.value as Measure })}
      >
        {measuresOf(item, seen).map((measure) => (
          <MenuItem key={measure} value={measure}>
            {translate(`pages.review.measures.${measure}`)}
          </MenuItem>
        ))}
      </TextField>
      {isPhoto ? (
        <TextField
          select
          label={translate('pages.review.decide.rule')}
          value={draft.rule ?? ''}
          onChange={({ target }) => change({ rule: target.value as Rule })}
        >
          {RULES.map((rule) => (
            <MenuItem key={rule} value={rule}>
              {translate(`pages.review.rules.${rule}`)}
            </MenuItem>
          ))}
        </TextField>
      ) : null}
      {TIMED.has(draft.measure) ? (
        <TextField
          type="number"
          label={translate('pages.review.decide.days')}
          value={draft.days || ''}
          onChange={({ target }) => change({ days: Number(target.value) })}
          slotProps={{ htmlInput: { min: 1, max: 365 } }}
        />
      ) : null}
      {draft.measure === 'feature-limit' ? <Features draft={draft} onChange={change} /> : null}
      {isPhoto ? null : <Removals item={item} draft={draft} seen={seen} onChange={change} />}
      <TextField
        multiline
        minRows={2}
        label={translate('pages.review.decide.facts')}
        helperText={translate('pages.review.decide.facts_help')}
        value={draft.facts}
        onChange={({ target }) => change({ facts: target.value })}
      />
    </>
  );
}

function Features({ draft, onChange }: { draft: Draft; onChange: (changes: Partial<Draft>) => void }) {
  const translate = useTranslate();
  return (
    <fieldset className="choices">
      <legend>{translate('pages.review.decide.features')}</legend>
      {LIMITS.map((feature) => (
        <label key={feature}>
          <input
            type="checkbox"
            checked={draft.features.includes(feature)}
            onChange={({ target }) =>
              onChange({
                features: LIMITS.filter((one) => (one === feature ? target.checked : draft.features.includes(one))),
              })
            }
          />
          <span>{translate(choiceLabel(feature))}</span>
        </label>
      ))}
    </fieldset>
  );
}

interface ConsequencesProps {
  draft: Draft;
  kind: Item['kind'];
  member: Person;
  isReported: boolean;
}

function Consequences({ draft, kind, member: { name, is_fictional: isFictional }, isReported }: ConsequencesProps) {
  const translate = useTranslate();
  const { measure, rule, takesTexts, takesName } = draft;
  const photos = photosOf(draft, kind);
  const strikes = STRIKES[measure];
  const isBan = measure.endsWith('-ban');
  const lines = [
    photos > 0 && translate('pages.review.decide.photos_go', { smart_count: photos }),
    takesTexts && translate('pages.review.decide.words_go'),
    takesName && translate('pages.review.decide.name_goes'),
    measure === 'permanent-ban' && translate('pages.review.decide.second', { name }),
    strikes && translate('pages.review.decide.strikes', { smart_count: strikes }),
    isBan && rule === 'fraud' && translate('pages.review.decide.fraud', { name }),
    isReported && translate('pages.review.decide.reporter_reads'),
    !isFictional && translate('pages.review.decide.appeal', { name }),
  ].filter(Boolean);
  return (
    <ul className="consequences">
      {lines.map((line) => (
        <li key={String(line)}>{line}</li>
      ))}
    </ul>
  );
}
