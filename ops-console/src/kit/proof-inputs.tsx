import { TextInput, required } from 'react-admin';

const NEEDED = [required()];

/* Elements and no components: a form knows its inputs by their sources. */

export const passwordInput = (label = 'ops.sign_in.password') => (
  <TextInput source="password" type="password" label={label} autoComplete="current-password" validate={NEEDED} />
);

export const codeInput = () => (
  <TextInput
    source="code"
    label="ops.sign_in.code"
    helperText="ops.sign_in.code_help"
    autoComplete="one-time-code"
    validate={NEEDED}
  />
);
