import BoltOutlined from '@mui/icons-material/BoltOutlined';
import { useState, type ComponentType } from 'react';
import { useCreatePath, usePermissions, useTranslate, type RaRecord } from 'react-admin';
import { useNavigate } from 'react-router-dom';
import type { ResourceDefinition } from '@/kit/definition';
import type { Meant } from '@/kit/use-begin';
import { isList, titleOf, useSections } from '@/layout/sections';
import type { Found } from './use-records';

/** In this order they stand. */
const GROUPS = ['desks', 'here', 'begin', 'lists', 'records'] as const;

/** One thing to choose. */
export interface Offer {
  key: string;
  group: (typeof GROUPS)[number];
  icon: ComponentType;
  label: string;
  /** Where it is, or of what kind. */
  of?: string | undefined;
  /** The single key that does it, too. */
  shortcut?: string | undefined;
  record?: RaRecord;
  /** Whose columns say what the record is called, where no text of it does. */
  namedBy?: ResourceDefinition | undefined;
  choose: () => void;
}

/** What there is to go to and to do for what was typed, and the records that were found. */
export function useOffers(typed: string, found: readonly Found[]): readonly Offer[] {
  const words = typed.toLowerCase().split(/\s+/);
  const fits = ({ label, of = '' }: Offer) => words.every((word) => `${label} ${of}`.toLowerCase().includes(word));
  const offers = [...[...usePlaces(), ...useButtons()].filter(fits), ...useHits(found)];
  return GROUPS.flatMap((group) => offers.filter((offer) => offer.group === group));
}

/** The desks and lists that are the person's, and what they may begin there. */
function usePlaces(): Offer[] {
  const translate = useTranslate();
  const navigate = useNavigate();
  const { permissions } = usePermissions<readonly string[]>();
  const { desks, lists } = useSections();
  return [...desks, ...lists].flatMap(({ name, icon, begins }) => {
    const title = translate(titleOf(name));
    const go = (state?: Meant) => () => void navigate(`/${name}`, { state });
    const place: Offer = { key: name, group: isList(name) ? 'lists' : 'desks', icon, label: title, choose: go() };
    if (!begins || !permissions?.includes(begins.permission)) return [place];
    const { action } = begins;
    const label = isList(name) ? `resources.${name}.actions.${action}.label` : `pages.${name}.${action}.title`;
    const choose = go({ begin: action });
    return [place, { key: `${name} ${action}`, group: 'begin', icon, label: translate(label), of: title, choose }];
  });
}

/** What the page behind the dialog has a key for, as long as its button can be pressed. */
function useButtons(): Offer[] {
  const [buttons] = useState(() => [...document.querySelectorAll<HTMLButtonElement>('.key-button:enabled')]);
  return buttons.map((button, at) => ({
    key: `button ${at}`,
    group: 'here',
    icon: BoltOutlined,
    label: button.firstElementChild?.textContent ?? '',
    shortcut: button.ariaKeyShortcuts ?? undefined,
    choose: () => button.click(),
  }));
}

/** The records that were found, and the way to all of a list where there are more. */
function useHits(found: readonly Found[]): Offer[] {
  const translate = useTranslate();
  const navigate = useNavigate();
  const pathOf = useRecordPath();
  return found.flatMap(({ resource, by, sought, records, total, hasMore }) => {
    const { name, title, icon } = resource;
    const group = 'records';
    const of = translate(titleOf(name));
    const hits = records.map((record): Offer => {
      const namedBy = typeof title === 'string' ? undefined : resource;
      const label = String(record[typeof title === 'string' ? title : by === 'ids' ? 'id' : by]);
      const choose = () => void navigate(pathOf(name, record));
      return { key: `${name} ${record.id}`, group, icon, label, of, record, namedBy, choose };
    });
    if (total <= records.length) return hits;
    const label = translate('ops.find.all', { number: hasMore ? `${total}+` : total });
    const filter = new URLSearchParams({ filter: JSON.stringify({ [by]: sought }) });
    return [...hits, { key: `${name} all`, group, icon, label, of, choose: () => void navigate(`/${name}?${filter}`) }];
  });
}

/** A record is at the desk where it is worked on, or else on its own page. */
function useRecordPath() {
  const { desks } = useSections();
  const createPath = useCreatePath();
  return (resource: string, { id }: RaRecord) => {
    const desk = desks.find(({ records }) => records === resource);
    return desk ? `/${desk.name}/${id}` : createPath({ resource, type: 'show', id });
  };
}
