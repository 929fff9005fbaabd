/* Tables over the network: sockets, a data file, a clock and threads around a hall. */
#ifndef PAIRS_SERVER_SERVER_H
#define PAIRS_SERVER_SERVER_H

#include "engine/error.h"

#include <stdbool.h>
#include <stdint.h>

enum { SERVER_TEXT = 512 }; /* room of a setting in words */

/* What is only for those who were given a code. */
enum invited { INVITED_NO, INVITED_TABLES, INVITED_ALL };

struct server_settings {
    char address[SERVER_TEXT]; /* "127.0.0.1" */
    int port;                  /* 0: any that is free */
    char data[SERVER_TEXT];    /* the data file, or the address of a database */
    char link[SERVER_TEXT]; /* where other servers of the database reach us; "": there are none */
    int link_port;
    char admin[SERVER_TEXT];  /* the socket of `pairs admin` */
    char origin[SERVER_TEXT]; /* "https://games.example": pages that may connect; "": our own */
    int connections;          /* of one address at once */
    int tables;               /* that are open at once, */
    int awake;                /* that stay in memory though nothing happens there, */
    int openings;             /* and that an address may open in an hour */
    int messages;             /* that a connection may send in a second, on average */
    int talk;                 /* lines that a person may say in a minute, on average */
    int keep, keep_records;   /* days, 0: for ever */
    bool log;                 /* as JSON */
    bool proxy;               /* the client's address stands in X-Forwarded-For */
    int request;              /* seconds in which a request or an upgrade has to be whole */
    int ping, silence;        /* seconds until a silent client is asked, and until it is gone */
    int stuck;                /* seconds that a reader may take nothing */
    char tls_certificate[SERVER_TEXT]; /* files of PEM; "": without TLS */
    char tls_key[SERVER_TEXT];
    char metrics_address[SERVER_TEXT]; /* "": metrics are told nobody */
    int metrics_port;
    enum invited invited;
};

extern const struct server_settings server_usual;

/* Sets what a flag or a line of the configuration file names. False with a message. */
bool server_set(struct server_settings *s, const char *key, const char *value, struct error *e);

/* Sets what the lines of a configuration file say: "key value" or "key = value", and comments after
 * '#'. False with a message, and the line of the file in e->line if it is about one. */
bool server_configure(struct server_settings *s, const char *path, struct error *e);

/* A setting as people are told of it. Every switch is usually off. */
struct server_setting {
    const char *key;
    const char *value; /* what stands for its value, and */
    const char *what;  /* what it is: English, to be translated */
    char usual[64];    /* what it is if nobody says anything; "" if that is nothing */
};

/* All settings, from 0 on; false after the last one. */
bool server_setting(int i, struct server_setting *out);

/* Runs until SIGTERM or SIGINT; `listening` is called once tables can be joined. False with a
 * message if it could not begin, or not end well. */
bool server_run(const struct server_settings *s, void (*listening)(void *context, int port),
                void *context, struct error *e);

#endif
