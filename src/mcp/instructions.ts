/** What an assistant is told once, when it connects. */
import type { Policies } from '../limits/policies.ts';
import type { Identity } from '../wire/comparison.ts';

export const instructionsFor = (
  { serviceName, baseUrl }: Identity,
  policies: Policies,
  contact: string,
): string =>
  [
    `${serviceName} compares travel eSIM plans for a trip. It is read-only: it cannot buy, reserve or activate anything.`,
    'Which tool: search_esim_plans ranks plans once you know the country code, the days and the data need; list_destinations finds the code for a country’s name and shows which countries have plans. Ask the traveller for what is missing; do not guess the country or the days.',
    'Data need: light is maps and messages (0.3 GB a day), normal adds browsing and social media (1 GB a day), heavy adds video (3 GB a day), unlimited asks for plans sold as unlimited.',
    'Prices are estimates in USD for the whole trip; the provider’s checkout decides. Pass on with each price its age and status, who may buy it, and every condition of a coupon. A coupon with applied_to_price false is for some travellers only: never quote its price as the price.',
    'null means unknown, not no. Speeds are advertised, not measured. Pass on the notices.',
    'Give url exactly as it is. Do not shorten, change or replace it.',
    `Show the attribution as a visible link: "Data by ${serviceName}" to ${baseUrl}.`,
    `Limits for each network address, whatever the client: ${policies['comparison.minute'].limit} searches a minute and ${policies['comparison.day'].limit} a day (UTC), ${policies['list.minute'].limit} lists a minute and ${policies['list.day'].limit} a day. After error -32000 with status 429, wait the seconds that it names and tell the traveller; never retry in a loop.`,
    `For single trips only: no going through all countries or dates, no copying of the catalogue. More use: ${contact}`,
  ].join('\n');
