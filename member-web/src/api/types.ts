import type { components } from './schema.gen';

/** Shapes of /api/v1 that more than one feature uses, by the field's words; the server's schemas say what is in them. */
export type Schemas = components['schemas'];

export type User = Schemas['UserOut'];
export type Settings = Schemas['SettingsOut'];
export type CompanyInfo = Schemas['CompanyOut'];
export type Card = Schemas['CardOut'];
/** A number of credits and, where the country has a price, the money. */
export type Cost = Schemas['PriceOut'];
export type Kind = Card['kind'];
