import { TextInput, type TextInputProps } from 'react-admin';

const asTyped = (text: string) => text;

/** A text that may be empty: where nothing is written, it is sent as an empty one. */
export const OpenTextInput = (props: TextInputProps) => <TextInput defaultValue="" parse={asTyped} {...props} />;
