import { defaultTheme, type RaThemeOptions } from 'react-admin';
import { darkTokens, lightTokens, token, type Tokens } from './tokens';

const CONTROL = 8;
const CARD = 12;

/** MUI's theme, made from the design tokens of member-web. */
function themeOf(mode: 'light' | 'dark', tokens: Tokens): RaThemeOptions {
  const of = (name: string) => token(tokens, name);
  return {
    ...defaultTheme,
    palette: {
      mode,
      primary: { main: of('c-primary'), dark: of('c-primary-hover'), contrastText: of('c-on-primary') },
      secondary: { main: of('c-secondary'), contrastText: of('c-on-secondary') },
      error: { main: of('c-danger'), contrastText: of('c-on-danger') },
      warning: { main: of('c-warn') },
      success: { main: of('c-ok') },
      background: { default: of('c-paper'), paper: of('c-surface') },
      text: { primary: of('c-ink'), secondary: of('c-ink-3') },
      divider: of('c-line'),
    },
    typography: {
      fontFamily: of('font-text'),
      fontSize: 16,
      h6: { fontWeight: 700, fontSize: '1.25rem' },
      body1: { fontSize: '1rem' },
      body2: { fontSize: '1rem' },
      button: { textTransform: 'none', fontWeight: 700, fontSize: '1rem' },
      caption: { fontSize: '.9375rem' },
    },
    shape: { borderRadius: CONTROL },
    components: {
      ...defaultTheme.components,
      MuiButtonBase: { defaultProps: { disableRipple: true } },
      MuiButton: {
        defaultProps: { disableElevation: true, variant: 'outlined' },
        styleOverrides: { root: { minHeight: 40, borderWidth: 2 } },
      },
      MuiIconButton: { styleOverrides: { root: { minWidth: 40, minHeight: 40 } } },
      MuiTextField: { defaultProps: { variant: 'outlined', margin: 'dense', size: 'small', fullWidth: true } },
      MuiFormControl: { defaultProps: { variant: 'outlined', margin: 'dense', size: 'small', fullWidth: true } },
      MuiOutlinedInput: {
        styleOverrides: {
          notchedOutline: {
            top: 0,
            borderColor: of('c-line-strong'),
            borderWidth: 1.5,
            '& legend': { display: 'none' },
          },
        },
      },
      MuiInputLabel: {
        // Every label stands above its field, whole, and never in it.
        defaultProps: { shrink: true },
        styleOverrides: {
          root: {
            position: 'static',
            maxWidth: 'none',
            marginBottom: '.25rem',
            transform: 'none',
            whiteSpace: 'normal',
            fontSize: '.9375rem',
            color: of('c-ink-2'),
          },
        },
      },
      MuiFormLabel: { styleOverrides: { root: { fontSize: '.9375rem', color: of('c-ink-2') } } },
      MuiAutocomplete: { styleOverrides: { root: { minWidth: '11rem' } } },
      MuiDialogContent: { styleOverrides: { root: { paddingTop: 0, paddingBottom: '.5rem' } } },
      // React-admin's sign that something loads has no name of its own.
      MuiCircularProgress: { defaultProps: { 'aria-label': 'Loading' } },
      // On a phone react-admin would put the toolbar on white; here it lies on the page.
      // A wide table scrolls by itself, and pushes no button out of the window.
      RaList: { styleOverrides: { root: { '& .RaList-main, & .RaList-content': { minWidth: 0 } } } },
      RaListToolbar: { styleOverrides: { root: { background: 'none !important' } } },
      RaTopToolbar: {
        styleOverrides: {
          root: {
            background: 'none !important',
            // As wide as its buttons where the filters stand beside it, so that these do not push them into two lines.
            flexShrink: '0 !important',
            maxWidth: '100%',
            flexWrap: 'wrap',
            height: 'auto',
            minHeight: '0 !important',
            paddingInline: 0,
            paddingBottom: '.5rem !important',
          },
        },
      },
      // Below, it would lie on the buttons of a dialog, and stay for as long as the mouse rests there.
      RaNotification: { defaultProps: { anchorOrigin: { vertical: 'top', horizontal: 'center' } } },
      RaLabeled: { styleOverrides: { root: { '& .RaLabeled-label': { fontSize: '.9375rem' } } } },
      MuiPaper: {
        defaultProps: { elevation: 0 },
        styleOverrides: { root: { backgroundImage: 'none' } },
      },
      MuiCard: {
        styleOverrides: { root: { border: `1px solid ${of('c-line')}`, borderRadius: CARD } },
      },
      MuiTableCell: {
        styleOverrides: {
          root: { fontSize: '1rem', borderColor: of('c-line') },
          sizeSmall: { padding: '.6rem .75rem' },
          head: { color: of('c-ink-3'), fontSize: '.9375rem', fontWeight: 560, whiteSpace: 'nowrap' },
        },
      },
      MuiTablePagination: {
        styleOverrides: { selectLabel: { fontSize: '1rem' }, displayedRows: { fontSize: '1rem' } },
      },
    },
  };
}

export const lightTheme = themeOf('light', lightTokens);
export const darkTheme = themeOf('dark', darkTokens);
