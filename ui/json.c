#include "ui/json.h"

void json_estimate(struct text *t, double mean, double error)
{
    json_object_begin(t);
    json_double(json_key(t, "mean"), mean);
    json_double(json_key(t, "error"), error);
    json_object_end(t);
}

void json_doubles(struct text *t, const double number[], int count)
{
    json_array_begin(t);
    for (int i = 0; i < count; i++)
        json_double(t, number[i]);
    json_array_end(t);
}
