import { useState, type SubmitEvent } from 'react';
import { useTranslation } from 'react-i18next';
import type { Schemas } from '@/api/types';
import { useFormat } from '@/i18n/format';
import { ProblemAlert } from '@/shared/problem/problem-alert';
import { Button } from '@/ui/button/button';
import { Checkbox } from '@/ui/checkbox/checkbox';
import { Select } from '@/ui/select/select';
import { useSetReload, type ReloadRule } from '../api/credit-settings';
import { capsFor, nameOf, thresholdsFor } from '../model/reload';

interface ReloadFormProps {
  rule: ReloadRule | null;
  bundles: readonly Schemas['BundleOut'][];
  saved: readonly Schemas['SavedMethodOut'][];
  onDone: () => void;
}

/** What to buy, when, with what and how much at most; the box is never ticked beforehand. */
export function ReloadForm({ rule, bundles, saved, onDone }: ReloadFormProps) {
  const { t } = useTranslation('credit-settings');
  const format = useFormat();
  const save = useSetReload();
  const [bundleId, setBundleId] = useState(rule?.bundle.id ?? '');
  const [savedId, setSavedId] = useState(rule?.method?.id ?? '');
  const [low, setLow] = useState(rule?.threshold ?? 0);
  const [most, setMost] = useState(rule?.monthly_cap.minor ?? 0);
  const [isAgreed, setAgreed] = useState(false);
  const [wasPressed, setPressed] = useState(false);
  const bundle = bundles.find(({ id }) => id === bundleId) ?? bundles[0];
  const way = saved.find(({ id }) => id === savedId) ?? saved[0];
  if (!bundle || !way) return null;
  const { price, credits } = bundle;
  const thresholds = thresholdsFor(credits, rule?.threshold);
  const threshold = thresholds.includes(low) ? low : (thresholds[1] ?? thresholds[0] ?? 1);
  const caps = capsFor(price.minor, rule?.monthly_cap.minor);
  const cap = caps.includes(most) ? most : (caps[1] ?? price.minor);
  const money = (minor: number) => format.money({ minor, currency: price.currency });
  const agreed = { threshold, credits, price: format.money(price), way: nameOf(way), cap: money(cap) };
  const change =
    <Value,>(set: (value: Value) => void) =>
    (value: Value) => {
      set(value);
      // Consent is to what is written beside the box.
      setAgreed(false);
    };
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    setPressed(true);
    if (!isAgreed) return document.querySelector<HTMLElement>('#reload-agreed input')?.focus();
    const wish = { bundle_id: bundle.id, mandate_id: way.id, threshold, monthly_cap_minor: cap, agreed: isAgreed };
    save.mutate(wish, { onSuccess: onDone });
  };
  return (
    <form className="stack" onSubmit={submit} noValidate>
      <ProblemAlert lead={t('notSaved')} error={save.error} />
      <Select
        label={t('reload.bundle')}
        value={bundle.id}
        choices={bundles.map((each) => ({
          value: each.id,
          text: t('reload.bundleChoice', { count: each.credits, price: format.money(each.price) }),
        }))}
        onChange={change(setBundleId)}
      />
      <Select
        label={t('reload.threshold')}
        value={String(threshold)}
        choices={thresholds.map((each) => ({ value: String(each), text: t('reload.below', { count: each }) }))}
        onChange={change((value: string) => setLow(Number(value)))}
      />
      <Select
        label={t('reload.way')}
        value={way.id}
        choices={saved.map((each) => ({ value: each.id, text: nameOf(each) }))}
        onChange={change(setSavedId)}
      />
      <Select
        label={t('reload.cap')}
        value={String(cap)}
        choices={caps.map((each) => ({ value: String(each), text: money(each) }))}
        onChange={change((value: string) => setMost(Number(value)))}
      />
      <div id="reload-agreed">
        <Checkbox
          boxed
          isSelected={isAgreed}
          onChange={setAgreed}
          help={t('reload.agreeHelp')}
          error={wasPressed && !isAgreed ? t('reload.tick') : undefined}
        >
          {t('reload.agree', agreed)}
        </Checkbox>
      </div>
      <Button type="submit" variant="primary" size="large" isPending={save.isPending}>
        {rule && !rule.ended_at ? t('reload.save') : t('reload.switchOn')}
      </Button>
    </form>
  );
}
