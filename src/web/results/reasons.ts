/** The reasons for a plan in the language of the page, from their codes and values. */
import type { ReasonCode } from '../../domain/ranking/ranked.ts';
import type { Result } from '../../wire/schemas/result.ts';
import type { Format } from '../format.ts';

/** How the figure of a reason is written. */
const FIGURES: Partial<Record<ReasonCode, (format: Format, figure: number) => string>> = {
  short_of_days: (format, days) => format.days(days),
  short_of_data: (format, gb) => format.gb(gb),
  short_of_full_speed_data: (format, gb) => format.gb(gb),
  several_purchases: (format, copies) => format.number(copies),
  above_cheapest: (format, percent) => format.percent(percent / 100),
  spare_data: (format, gb) => format.gb(gb),
  little_spare_data: (format, gb) => format.gb(gb),
  spare_data_daily: (format, gb) => format.gb(gb),
  part_at_reduced_speed: (format, kbps) => format.speed(kbps),
  full_speed_daily: (format, gb) => format.gb(gb),
  several_networks: (format, networks) => format.number(networks),
  covers_trip: (format, days) => format.days(days),
};

export type Reason = Result['why']['reasons'][number];

export function reasonText({ code, value }: Reason, format: Format): string {
  const figureText = FIGURES[code];
  return format.texts.reasons[code](
    value === undefined || figureText === undefined ? '' : figureText(format, value),
  );
}
