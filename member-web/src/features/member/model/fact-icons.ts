import {
  Eye,
  HeartHandshake,
  Info,
  PenTool,
  PersonStanding,
  Ruler,
  Scissors,
  UsersRound,
  type LucideIcon,
} from 'lucide-react';
import type { ChoiceField } from '@/shared/reference/reference';

const ICONS: Record<ChoiceField, LucideIcon> = {
  gender: PersonStanding,
  sexuality: UsersRound,
  relationship_status: HeartHandshake,
  hair_color: Scissors,
  eye_color: Eye,
  body_type: Ruler,
  tattoos: PenTool,
};

/** The icon beside a fact; a field that is new to this page gets a neutral one. */
export const factIcon = (field: string): LucideIcon => (field in ICONS ? ICONS[field as ChoiceField] : Info);
