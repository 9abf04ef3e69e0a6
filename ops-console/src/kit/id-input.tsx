import { TextInput, regex, type TextInputProps } from 'react-admin';

const IS_ID = [regex(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i, 'ops.no_id')];
const trimmed = (text: string) => text.trim();

/** The id of a record, pasted from where it stands; nothing is asked for until it is whole. */
export const IdInput = ({ validate, ...props }: TextInputProps) => (
  <TextInput
    resettable
    parse={trimmed}
    validate={validate === undefined ? IS_ID : [...IS_ID, ...[validate].flat()]}
    {...props}
  />
);
