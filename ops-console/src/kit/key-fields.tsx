import { ReferenceField, useFieldValue, useTranslate } from 'react-admin';
import { locale } from '@/i18n/language';
import { choiceLabel } from './choices';
import { usePermission } from './use-permission';

interface KeyFieldProps {
  source: string;
  label?: string;
}

const countryName = (code: string) => new Intl.DisplayNames(locale(), { type: 'region', fallback: 'code' }).of(code);

function useKey(source: string): string {
  const value: unknown = useFieldValue<Record<string, unknown>>({ source });
  return typeof value === 'string' ? value : '';
}

/** A country by its name; what are no letters of one stands as it is. */
export function CountryField({ source }: KeyFieldProps) {
  const key = useKey(source);
  return <span>{/^[A-Z]{2}$/.test(key) ? countryName(key) : key}</span>;
}

/** One of the choices of some form; what none offers any more stands as it is. */
export function ChoiceField({ source }: KeyFieldProps) {
  const key = useKey(source);
  const translate = useTranslate();
  return <span>{key && translate(choiceLabel(key), { _: key })}</span>;
}

/** What a list of the console is called in the menu. */
export function ListNameField({ source }: KeyFieldProps) {
  const key = useKey(source);
  const translate = useTranslate();
  return <span>{key && translate(`resources.${key}.name`, { _: key })}</span>;
}

const PEOPLE: Record<string, string> = { staff: 'moderation.staff', member: 'accounts.members' };

/** Who did something: a person by name for whoever may see their record, and else what kind of person it was. */
export function ActorField({ source }: KeyFieldProps) {
  const [kind = '', id] = useKey(source).split(':');
  const reference = PEOPLE[kind] ?? '';
  const isKnown = usePermission(`${reference}.read`);
  const translate = useTranslate();
  if (!id || !isKnown) return <span>{kind && translate(`ops.actors.${kind}`, { _: kind })}</span>;
  return <ReferenceField record={{ id, actor: id }} source="actor" reference={reference} link="show" />;
}
