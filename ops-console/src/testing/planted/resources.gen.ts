// Generated from modules/*/ops.py by `hearth ops generate`. Do not edit.
import SailingOutlined from '@mui/icons-material/SailingOutlined';
import type { ResourceDefinition } from '@/kit/definition';
import { HarbourBoatsList, HarbourBoatsShow } from './harbour.boats.gen';

export const resources: readonly ResourceDefinition[] = [
  {
    name: 'harbour.boats',
    title: 'name',
    permission: 'harbour.boats.read',
    icon: SailingOutlined,
    list: HarbourBoatsList,
    show: HarbourBoatsShow,
  },
];
