import {
  Autocomplete,
  Dialog,
  TextField,
  type AutocompleteRenderGroupParams as GroupParams,
  type PopperProps,
} from '@mui/material';
import { useId, useState, type HTMLAttributes, type ReactNode } from 'react';
import { RecordContextProvider, ReferenceField, useTranslate, type RaRecord } from 'react-admin';
import { Key } from '@/kit/keys';
import { RecordName } from '@/kit/record-name';
import { titleOf } from '@/layout/sections';
import { useOffers, type Offer } from './use-offers';
import { useRecords } from './use-records';
import './find.css';

/** Type what you look for or want to do, and choose it with the arrows and Enter. */
export default function FindDialog({ onClose }: { onClose: () => void }) {
  const translate = useTranslate();
  const [typed, setTyped] = useState('');
  const { found, failed, isAsking } = useRecords(typed);
  const offers = useOffers(typed.trim(), found);
  return (
    <Dialog open onClose={onClose} fullWidth maxWidth="sm" className="find" aria-labelledby="find-label">
      <Autocomplete
        id="find"
        open
        disablePortal
        forcePopupIcon={false}
        autoHighlight
        value={null}
        inputValue={typed}
        options={offers}
        filterOptions={asTheyAre}
        getOptionKey={({ key }) => key}
        getOptionLabel={({ label, of = '' }) => `${label} ${of}`}
        groupBy={({ group }) => translate(`ops.find.${group}`)}
        loading={isAsking}
        loadingText={translate('ops.find.asking')}
        noOptionsText={translate('ops.find.nothing')}
        onInputChange={(_event, text, reason) => {
          if (reason === 'input') setTyped(text);
        }}
        onClose={(_event, reason) => {
          if (reason === 'escape') onClose();
        }}
        onChange={(_event, offer) => {
          onClose();
          offer?.choose();
        }}
        slots={{ popper: Below }}
        renderInput={(input) => (
          // Whoever opened it is about to type.
          // oxlint-disable-next-line jsx-a11y/no-autofocus
          <TextField {...input} autoFocus label={translate('ops.find.title')} helperText={translate('ops.find.help')} />
        )}
        renderGroup={({ key, ...group }) => <Group key={key} {...group} />}
        renderOption={({ key, ...props }, offer) => <Option key={key} offer={offer} {...props} />}
      />
      <output className="find-failed">
        {failed.length === 0
          ? null
          : translate('ops.find.failed', { lists: failed.map(({ name }) => translate(titleOf(name))).join(', ') })}
      </output>
    </Dialog>
  );
}

const asTheyAre = (offers: Offer[]) => offers;

/** What can be chosen stands below the field, and belongs to the dialog. */
const Below = ({ children }: PopperProps) => <div>{children as ReactNode}</div>;

function Group({ group, children }: Omit<GroupParams, 'key'>) {
  const id = useId();
  return (
    // Within a listbox only a role says that these belong together.
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
    <li role="group" aria-labelledby={id}>
      <b id={id}>{group}</b>
      <ul role="presentation">{children}</ul>
    </li>
  );
}

/** Two may bear one name on two sites. */
const Site = ({ record }: { record: RaRecord }) => (
  <>
    {' · '}
    <ReferenceField record={record} source="site_id" reference="sites.sites" link={false} />
  </>
);

function Option({ offer, ...props }: { offer: Offer } & HTMLAttributes<HTMLLIElement>) {
  const { icon: Icon, label, of, shortcut, record, namedBy } = offer;
  return (
    <li {...props}>
      <Icon />
      {namedBy ? (
        <RecordContextProvider value={record}>
          <RecordName of={namedBy} />
        </RecordContextProvider>
      ) : (
        <span>{label}</span>
      )}
      <small>
        {of}
        {record?.site_id ? <Site record={record} /> : null}
      </small>
      {shortcut ? <Key name={shortcut} /> : null}
    </li>
  );
}
